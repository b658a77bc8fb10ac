import { clauses } from '../../speech/clauses.ts'
import { plainText } from '../rules/plain-text.ts'

/** Cuts a text that arrives in pieces into clauses, each as soon as it is certain to be complete. */
export class ClauseStream {
  #text = ''
  #given = 0

  get characters(): number {
    return this.#text.length
  }

  /** Whether everything that came has been given out. */
  get isBetweenClauses(): boolean {
    return clauses(speakable(this.#text)).length <= this.#given
  }

  push(piece: string): string[] {
    this.#text += piece
    // A word is complete once something follows it: "3." may become "3.30".
    const space = Math.max(this.#text.lastIndexOf(' '), this.#text.lastIndexOf('\n'))
    if (space < 0) return []
    // The word that follows shows whether the clause before it has ended.
    return this.#take(clauses(`${speakable(this.#text.slice(0, space))} x`).slice(0, -1))
  }

  /** What is left, now that nothing more comes. */
  end(): string[] {
    return this.#take(clauses(speakable(this.#text)))
  }

  #take(found: readonly string[]): string[] {
    const fresh = found.slice(this.#given)
    this.#given = Math.max(this.#given, found.length)
    return fresh
  }
}

/** Models are told not to use markup and use it all the same; nobody wants to hear asterisks. */
export function speakable(text: string): string {
  return plainText(text, text.length)
    .replace(/[*_`#~|<>]+/gu, '')
    .replace(/^\s*(?:[-•]|\d+\.)\s+/gmu, '')
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
}
