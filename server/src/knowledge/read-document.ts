/** Reads a file into passages. Runs in a separate process: see parse-document.ts. */
import { entryContent, ZipError, zipEntries } from '../contacts/zip-file.ts'
import { FileRefused } from '../kernel/file-readers.ts'
import { loadOptional, packageDirectory } from '../speech/availability.ts'
import { DOCUMENT_CHARACTERS_MAX, DOCUMENT_PAGES_MAX, PASSAGES_MAX, UNPACKED_BYTES_MAX } from './rules/limits.ts'
import { type Passage, passagesOf, type TextBlock } from './rules/passages.ts'
import { decodeEntities, readHtml, readMarkdown, readPlainText } from './rules/read-text.ts'

export const DOCUMENT_KINDS = ['text', 'markdown', 'html', 'pdf', 'docx'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export async function readDocument(bytes: Uint8Array, kind: DocumentKind): Promise<Passage[]> {
  const blocks = await readBlocks(bytes, kind)
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > DOCUMENT_CHARACTERS_MAX)
    throw new FileRefused(`The document has more than ${DOCUMENT_CHARACTERS_MAX} characters. Split it.`)
  if (blocks.every(({ text }) => !/\p{L}|\p{N}/u.test(text)))
    throw new FileRefused(
      kind === 'pdf'
        ? 'The PDF has no text; it is perhaps a scan. Upload a PDF with text.'
        : 'The document has no text. Check the file.',
    )
  const passages = passagesOf(blocks)
  if (passages.length > PASSAGES_MAX)
    throw new FileRefused(
      `The document has ${passages.length} passages, because of many short sections; ${PASSAGES_MAX} are possible. Split it.`,
    )
  return passages
}

function readBlocks(bytes: Uint8Array, kind: DocumentKind): Promise<TextBlock[]> | TextBlock[] {
  switch (kind) {
    case 'text':
      return readPlainText(textOf(bytes))
    case 'markdown':
      return readMarkdown(textOf(bytes))
    case 'html':
      return readHtml(textOf(bytes))
    case 'pdf':
      return readPdf(bytes)
    case 'docx':
      return readDocx(bytes)
  }
}

function textOf(bytes: Uint8Array): string {
  // Text never contains NUL, which PostgreSQL cannot store. UTF-16 has NUL in every second byte.
  if (bytes.includes(0))
    throw new FileRefused('The file is not text in UTF-8. Upload UTF-8 text, Markdown, HTML, PDF or DOCX.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The part of unpdf that is used here. */
interface Unpdf {
  getDocumentProxy(bytes: Uint8Array, options?: object): Promise<{ numPages: number }>
  extractText(document: unknown, options: { mergePages: false }): Promise<{ text: string[] }>
}

const PDF_PACKAGE = 'unpdf'
/** The library's errors for invalid PDF files. */
const DAMAGED = new Set(['InvalidPDFException', 'MissingPDFException', 'FormatError', 'XRefParseException'])

async function readPdf(bytes: Uint8Array): Promise<TextBlock[]> {
  if (packageDirectory(PDF_PACKAGE) === undefined)
    throw new FileRefused('This installation cannot read PDF. Save the document as DOCX or text.')
  const { getDocumentProxy, extractText } = await loadOptional<Unpdf>(PDF_PACKAGE)
  try {
    // The library does not accept a Buffer.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    if (document.numPages > DOCUMENT_PAGES_MAX)
      throw new FileRefused(`The PDF has more than ${DOCUMENT_PAGES_MAX} pages. Split it.`)
    const { text } = await extractText(document, { mergePages: false })
    return text.flatMap((words, at) => readPlainText(words).map((block) => ({ ...block, page: at + 1 })))
  } catch (error) {
    if (error instanceof FileRefused) throw error
    const name = error instanceof Error ? error.name : ''
    if (name === 'PasswordException')
      throw new FileRefused('The PDF is protected by a password. Save it without one and upload it again.')
    if (error instanceof RangeError) throw error
    // Other errors may be a bug of the library, not a fault of the file: logged for the operator.
    const reason = DAMAGED.has(name) ? null : error
    throw new FileRefused('The PDF is damaged or cannot be read here. Save it again and upload it.', reason)
  }
}

const WORDS_PART = 'word/document.xml'

async function readDocx(bytes: Uint8Array): Promise<TextBlock[]> {
  try {
    const file = {
      bytes: bytes.length,
      read: async (at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)),
    }
    const entry = (await zipEntries(file)).get(WORDS_PART)
    if (!entry) throw new FileRefused('The file is not a Word document (.docx). Save it as DOCX and upload it again.')
    const pieces: Buffer[] = []
    for await (const piece of entryContent(file, entry, UNPACKED_BYTES_MAX)) pieces.push(piece)
    return paragraphsOfWord(Buffer.concat(pieces).toString('utf8'))
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw new FileRefused(`${error.message} Save the document as DOCX without a password and upload it again.`)
  }
}

/** Paragraphs, with those of a heading style as headings. */
function paragraphsOfWord(xml: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let heading: string | null = null
  for (const paragraph of xml.split('</w:p>')) {
    const words = paragraph
      .replace(/<w:(?:tab|br|cr)\b[^>]*>/gu, ' ')
      .split(/<w:t(?:\s[^>]*)?>/u)
      .slice(1)
      .map((part) => part.slice(0, Math.max(0, part.indexOf('</w:t>'))))
      .join('')
    const text = decodeEntities(words).replace(/\s+/gu, ' ').trim()
    if (text === '') continue
    if (/<w:pStyle w:val="(?:Heading|Title|berschrift|Titre|Ttulo)/iu.test(paragraph)) heading = text
    else blocks.push({ heading, page: null, text })
  }
  return blocks
}
