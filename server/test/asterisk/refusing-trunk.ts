/**
 * A trunk that answers each INVITE with the SIP status in the number that is dialed: 99<status><two more digits>. A dialplan
 * cannot send all of them (607 and 608 have no Q.850 cause).
 */
import { createSocket } from 'node:dgram'

export interface RefusingTrunk {
  readonly port: number
  /** Numbers that were dialed here, in order. */
  readonly dialed: readonly string[]
  close(): Promise<void>
}

export async function startRefusingTrunk(): Promise<RefusingTrunk> {
  const socket = createSocket('udp4')
  const dialed: string[] = []
  const seen = new Set<string>()
  socket.on('message', (bytes, from) => {
    const text = bytes.toString()
    const number = /^INVITE sip:(\d+)@/.exec(text)?.[1]
    if (number === undefined) return
    const header = (name: string) => new RegExp(`^${name}:.*$`, 'im').exec(text)?.[0] ?? ''
    // A request that is sent again is the same call.
    if (!seen.has(header('Call-ID'))) dialed.push(number)
    seen.add(header('Call-ID'))
    const answer = [
      `SIP/2.0 ${number.slice(2, 5)} Refused`,
      header('Via'),
      header('From'),
      `${header('To')};tag=refused`,
      header('Call-ID'),
      header('CSeq'),
      'Content-Length: 0',
    ]
    socket.send(`${answer.join('\r\n')}\r\n\r\n`, from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    port: socket.address().port,
    dialed,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
