/**
 * The words that were heard of a text that was cut off after `share` (0 to 1) of its duration. A word cut in two was not heard.
 */
export function wordsPlayedBeforeCut(text: string, share: number): string {
  if (share >= 1) return text
  const letters = Math.max(0, share) * text.length
  let end = 0
  for (const word of text.matchAll(/\S+/gu)) {
    const wordEnd = word.index + word[0].length
    if (wordEnd > letters) break
    end = wordEnd
  }
  return text.slice(0, end)
}
