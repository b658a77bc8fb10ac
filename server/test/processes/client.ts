/** Speaks to the interface of several nodes, some of which may be gone. */
export interface Client {
  request<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  upload(csv: string): Promise<string>
}

/** Talks to whichever of the nodes answers. */
export function clientOf(ports: () => readonly number[], key: string): Client {
  async function send(path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const [port] = ports().slice(attempt % Math.max(1, ports().length))
      try {
        return await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
      } catch (error) {
        if (attempt >= 20) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  return {
    async request<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await send(path, {
        method,
        headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
    async upload(csv) {
      const response = await send('/api/v1/contact-lists?filename=people.csv', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'text/csv' },
        body: csv,
      })
      return ((await response.json()) as { source_id: string }).source_id
    },
  }
}
