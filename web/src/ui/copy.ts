/** Over plain http browsers offer no clipboard to scripts; the older way still works there. False: neither did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused by the browser: the older way may still be allowed.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'vh'
  // Inside an open dialog the rest of the page takes no focus.
  const home = document.querySelector('[role=dialog]') ?? document.body
  home.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
