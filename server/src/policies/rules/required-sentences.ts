/** Which sentences that must be said does a workflow not have? Compared as words, without regard to case and accents. */
import type { MergedRules } from './merge.ts'

function words(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return ` ${plain} `
}

/** One of the wordings, in one of the texts, is enough. */
export function missingSentences(
  required: MergedRules['requiredSentences'],
  texts: readonly string[],
): MergedRules['requiredSentences'] {
  const said = texts.map(words)
  return required.filter(({ any_of }) => !any_of.some((wording) => said.some((text) => text.includes(words(wording)))))
}
