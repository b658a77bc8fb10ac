/** The title of the tab: the page, and before it how many things need someone. It never has a person's data. */
let page = ''
let needs = 0

const write = () => {
  document.title = `${needs > 0 ? `▲ ${needs} · ` : ''}${page} · Outdial`
}

export function setTitle(title: string): void {
  page = title
  write()
}

export function setTitleCount(count: number): void {
  needs = count
  write()
}
