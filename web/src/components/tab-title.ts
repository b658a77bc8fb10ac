/** The title of the tab: the page, preceded by the number of things that need attention. Without personal data. */
let page = ''
/** What the overview counts, and the stopped campaigns alone, which every page knows. */
const counts = { needs: 0, stopped: 0 }

const write = () => {
  const needs = Math.max(counts.needs, counts.stopped)
  document.title = `${needs > 0 ? `▲ ${needs} · ` : ''}${page} · Outdial`
}

export function setTitle(title: string): void {
  page = title
  write()
}

export function setTitleCount(of: keyof typeof counts, count: number): void {
  counts[of] = count
  write()
}
