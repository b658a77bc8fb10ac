/** `outdial campaigns watch 7`: events trigger a read of the campaign's progress. */
import type { OutdialClient } from '@outdial/sdk'
import { type CommandContext, parseId } from './command.ts'
import { isProgressDisplayedAlike, type Progress, progressLines } from './progress-view.ts'

/** Minimum interval between reads, however many calls end. */
const PAUSE_MS_MIN = 500
/** Maximum interval between reads, because some values change with time alone. */
const PAUSE_MS_MAX = 5000

export async function watchCampaign(asked: CommandContext): Promise<number> {
  const { client, terminal, options, signal } = asked
  const id = parseId(asked.words[0], 'campaign')
  const news = newsOf(client, id, signal)
  let before: Progress | null = null
  for (;;) {
    const progress: Progress = await client.campaigns.progress(id)
    if (options.json) terminal.line(JSON.stringify(progress))
    else if (terminal.interactive) terminal.draw(progressLines(progress))
    else if (!isProgressDisplayedAlike(before, progress)) terminal.line(progressLines(progress).join('  '))
    if (progress.state === 'completed' || progress.state === 'failed') return progress.state === 'completed' ? 0 : 1
    before = progress
    await news.changed()
    if (signal.aborted) return 0
  }
}

function newsOf(client: OutdialClient, campaignId: number, signal: AbortSignal) {
  let wake: () => void = () => {}
  let heard = false
  void listen()

  async function listen(): Promise<void> {
    try {
      for await (const _event of client.events({ campaignId, live: true, signal })) {
        heard = true
        wake()
      }
    } catch {
      // Falls back to polling every few seconds: it shows the same, only later, and reports an unreachable server.
    }
  }
  return {
    async changed(): Promise<void> {
      await pause(PAUSE_MS_MIN, signal)
      if (!heard) await Promise.race([pause(PAUSE_MS_MAX, signal), new Promise<void>((resolve) => (wake = resolve))])
      heard = false
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
