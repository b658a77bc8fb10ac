/** Browsers offer no clipboard API over plain http; the older API still works there. False: neither did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused by the browser: the older API may still be allowed.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'vh'
  // Inside an open dialog the rest of the page cannot take the focus.
  const home = document.querySelector('[role=dialog]') ?? document.body
  home.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
