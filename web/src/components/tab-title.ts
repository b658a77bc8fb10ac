/** The title of the tab: the page, preceded by the number of things that need attention. Without personal data. */
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
