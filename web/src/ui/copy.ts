/** Copies a text; over plain http browsers offer only the older API. False: both failed. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // The browser refused the clipboard API; the older one may still be allowed.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'vh'
  // Inside an open dialog, no other part of the page can take the focus.
  const home = document.querySelector('[role=dialog]') ?? document.body
  home.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
