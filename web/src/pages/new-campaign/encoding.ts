/** German and French Excel save "CSV" as Windows-1252. The server reads UTF-8 and UTF-16; others are converted here. */
export interface ReadableFile {
  file: File
  /** Null: sent as it is. */
  convertedFrom: 'Windows-1252' | null
}

/** A workbook is a ZIP archive. */
async function startsWith(file: Blob, bytes: readonly number[]): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, bytes.length).arrayBuffer())
  return bytes.every((byte, at) => head[at] === byte)
}

export const isWorkbook = (file: Blob): Promise<boolean> => startsWith(file, [0x50, 0x4b, 0x03, 0x04])

async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = file.stream().getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      decoder.decode(piece.value, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  } finally {
    void reader.cancel().catch(() => {})
  }
}

export async function readable(file: File): Promise<ReadableFile> {
  const isUtf16 = (await startsWith(file, [0xff, 0xfe])) || (await startsWith(file, [0xfe, 0xff]))
  if (isUtf16 || (await isWorkbook(file)) || (await isUtf8(file))) return { file, convertedFrom: null }
  const text = new TextDecoder('windows-1252').decode(await file.arrayBuffer())
  return { file: new File([text], file.name, { type: 'text/csv' }), convertedFrom: 'Windows-1252' }
}
