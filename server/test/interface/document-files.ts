/** Small files of the kinds that people upload, made by hand. */
import { deflateRawSync } from 'node:zlib'

/** An archive of one file. */
export function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

export function docxOf(heading: string, text: string): Buffer {
  const paragraph = (words: string, style = '') =>
    `<w:p>${style}<w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`
  const title = paragraph(heading, '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>')
  return zipOf('word/document.xml', Buffer.from(`<w:document><w:body>${title}${paragraph(text)}</w:body></w:document>`))
}

/** One line per page. */
export function pdfOf(pages: readonly string[], trailer = ''): Buffer {
  const objects: string[] = ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>']
  const pagesId = 2 + pages.length * 2
  const kids = pages.map((text) => {
    const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
    const content = objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    const font = '/Resources << /Font << /F1 1 0 R >> >>'
    return objects.push(
      `<< /Type /Page /Parent ${pagesId} 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R ${font} >>`,
    )
  })
  objects.push(`<< /Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] /Count ${kids.length} >>`)
  const root = objects.push(`<< /Type /Catalog /Pages ${pagesId} 0 R >>`)
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}trailer << /Size ${size} /Root ${root} 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF`,
    'latin1',
  )
}

/** By a password that nobody knows. */
export function encryptedPdf(): Buffer {
  const unknown = '0'.repeat(64)
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${unknown}> /U <${unknown}> /P -4 >>`
  return pdfOf(['Secret.'], `${encrypt} /ID [<00> <00>]`)
}
