import { splitIntoClauses } from '../../speech/clauses.ts'
import { plainText } from '../rules/plain-text.ts'

/** Splits streamed text into clauses, each as soon as it is certainly complete. */
export class ClauseStream {
  #text = ''
  #given = 0

  get characters(): number {
    return this.#text.length
  }

  /** Whether all text so far has been returned. */
  get isBetweenClauses(): boolean {
    return splitIntoClauses(speakableText(this.#text)).length <= this.#given
  }

  push(piece: string): string[] {
    this.#text += piece
    // A word is complete only when a space follows: "3." may become "3.30".
    const space = Math.max(this.#text.lastIndexOf(' '), this.#text.lastIndexOf('\n'))
    if (space < 0) return []
    // A dummy word is appended, because only the next word shows whether a clause has ended.
    return this.#take(splitIntoClauses(`${speakableText(this.#text.slice(0, space))} x`).slice(0, -1))
  }

  /** Returns the rest, once the text is complete. */
  end(): string[] {
    return this.#take(splitIntoClauses(speakableText(this.#text)))
  }

  #take(found: readonly string[]): string[] {
    const fresh = found.slice(this.#given)
    this.#given = Math.max(this.#given, found.length)
    return fresh
  }
}

/** Removes markup that models write in spite of their instructions, so that no asterisks are spoken. */
export function speakableText(text: string): string {
  return plainText(text, text.length)
    .replace(/[*_`#~|<>]+/gu, '')
    .replace(/^\s*(?:[-•]|\d+\.)\s+/gmu, '')
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
}
