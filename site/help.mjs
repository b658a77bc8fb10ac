/** Search in the browser: the index is fetched when the box is first used. */
import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS } from './search-options.mjs'

const RESULTS_MAX = 10
const root = document.querySelector('script[data-root]').dataset.root
const box = document.getElementById('search')
const list = document.getElementById('found')
let index
let chosen = -1

function load() {
  index ??= fetch(`${root}assets/search.json`)
    .then((answer) => answer.text())
    .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS))
  return index
}

async function search() {
  const words = box.value.trim()
  const results = words === '' ? [] : (await load()).search(words).slice(0, RESULTS_MAX)
  if (box.value.trim() !== words) return
  chosen = -1
  list.replaceChildren(...(words !== '' && results.length === 0 ? [nothing()] : results.map(row)))
  list.hidden = words === ''
  box.setAttribute('aria-expanded', String(!list.hidden))
}

function row({ id, title, page }, at) {
  const item = document.createElement('li')
  item.role = 'option'
  item.id = `found-${at}`
  const link = document.createElement('a')
  link.href = root + id
  link.tabIndex = -1
  link.textContent = title
  const where = document.createElement('span')
  where.textContent = page
  link.append(where)
  item.append(link)
  return item
}

function nothing() {
  const item = document.createElement('li')
  item.textContent = 'Nothing found. Try fewer or other words.'
  return item
}

function choose(step) {
  const options = [...list.querySelectorAll('[role=option]')]
  if (options.length === 0) return
  options[chosen]?.classList.remove('chosen')
  chosen = (chosen + step + options.length) % options.length
  options[chosen].classList.add('chosen')
  options[chosen].scrollIntoView({ block: 'nearest' })
  box.setAttribute('aria-activedescendant', options[chosen].id)
}

box.addEventListener('focus', () => void load())
box.addEventListener('input', () => void search())
box.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(1)
  else if (event.key === 'ArrowUp') choose(-1)
  else if (event.key === 'Escape') list.hidden = true
  else if (event.key === 'Enter') list.querySelectorAll('[role=option] a')[Math.max(chosen, 0)]?.click()
  else return
  event.preventDefault()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return
  event.preventDefault()
  box.focus()
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) list.hidden = true
})
const pages = document.querySelector('nav details')
if (window.matchMedia('(max-width: 800px)').matches) pages.open = false
