/** The title of the tab: the page, preceded by the number of items that need attention. It contains no personal data. */
let page = ''
/** Numbers in the title: items that the overview counts, and stopped campaigns, which every page knows. */
const counts = { needs: 0, stopped: 0 }

const write = () => {
  const needs = Math.max(counts.needs, counts.stopped)
  document.title = `${needs > 0 ? `▲ ${needs} · ` : ''}${page} · Outdial`
}

export function setTabTitle(title: string): void {
  page = title
  write()
}

export function setTabTitleCount(of: keyof typeof counts, count: number): void {
  counts[of] = count
  write()
}
