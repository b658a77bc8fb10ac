/** Min-heap: a binary heap in flat arrays, for a hundred thousand entries with due times. */
export class MinHeap<T> {
  readonly #keys: number[] = []
  readonly #values: T[] = []

  get size(): number {
    return this.#keys.length
  }

  get least(): number | null {
    return this.#keys[0] ?? null
  }

  push(key: number, value: T): void {
    let at = this.#keys.length
    this.#keys.push(key)
    this.#values.push(value)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((this.#keys[parent] as number) <= key) break
      this.#swap(at, parent)
      at = parent
    }
  }

  pop(): T | undefined {
    const top = this.#values[0]
    const key = this.#keys.pop()
    const value = this.#values.pop()
    if (key !== undefined && this.#keys.length > 0) {
      this.#keys[0] = key
      this.#values[0] = value as T
      this.#sink()
    }
    return top
  }

  #sink(): void {
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      const right = left + 1
      let least = at
      if (left < this.#keys.length && this.#key(left) < this.#key(least)) least = left
      if (right < this.#keys.length && this.#key(right) < this.#key(least)) least = right
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #key(at: number): number {
    return this.#keys[at] as number
  }

  #swap(a: number, b: number): void {
    const key = this.#key(a)
    const value = this.#values[a] as T
    this.#keys[a] = this.#key(b)
    this.#values[a] = this.#values[b] as T
    this.#keys[b] = key
    this.#values[b] = value
  }
}
