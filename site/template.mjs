/** One page of the site around its text. */
import { posix } from 'node:path'

export function pageHtml(page, { sections, pages, previous, next }) {
  const here = posix.dirname(page.address)
  const to = (address) => posix.relative(here, address) || posix.basename(address)
  const byPath = new Map(pages.map((one) => [one.path, one]))
  const navigation = sections.map(({ title, pages: paths }) => {
    const links = paths.map((path) => {
      const one = byPath.get(path)
      const current = one === page ? ' aria-current="page"' : ''
      return `<li><a href="${to(one.address)}"${current}>${escaped(one.title)}</a></li>`
    })
    return `<h2>${escaped(title)}</h2><ul>${links.join('')}</ul>`
  })
  const contents = page.headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(({ level, slug, title }) => `<li class="level-${level}"><a href="#${slug}">${escaped(title)}</a></li>`)
  const step = (one, word) =>
    one ? `<a href="${to(one.address)}"><span>${word}</span>${escaped(one.title)}</a>` : '<span></span>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Outdial</title>
<link rel="stylesheet" href="${to('assets/help.css')}">
<link rel="alternate" type="text/markdown" href="${to(page.path)}">
<script type="module" src="${to('assets/help.js')}" data-root="${to('index.html').replace(/index\.html$/, '')}"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="home" href="${to('index.html')}">Outdial help</a>
<div class="search"><input type="search" id="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found"><ul id="found" role="listbox" aria-label="Search results" hidden></ul></div>
<a href="/">Console</a> <a href="/docs">API reference</a>
</header>
<div class="columns">
<nav aria-label="Pages"><details open><summary>Pages</summary>${navigation.join('\n')}</details></nav>
<main id="text" tabindex="-1">
${page.html}
<footer>${step(previous, 'Previous')}${step(next, 'Next')}</footer>
</main>
<aside aria-label="On this page">${contents.length > 1 ? `<h2>On this page</h2><ul>${contents.join('')}</ul>` : ''}</aside>
</div>
</body>
</html>
`
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
