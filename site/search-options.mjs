/** The same in the build and in the browser: an index made with other options finds nothing. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'words'],
  storeFields: ['title', 'page'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
}
