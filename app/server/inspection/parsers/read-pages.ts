import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Answer, Tasks } from '../tasks.ts'
import { memoryOf, withPdf } from './open-pdf.ts'

/** Reads the texts of the first pages of a PDF, until they have so many characters. Rejects for one that cannot be read. */
export const readPages = ({ path, most }: Tasks['readPages']): Promise<Answer<'readPages'>> =>
  withPdf(path, (pdfium, document) => {
    const count = pdfium.FPDF_GetPageCount(document)
    const pages: string[] = []
    for (let length = 0; pages.length < count && length <= most; length += pages.at(-1)?.length ?? 0)
      pages.push(textOfPage(pdfium, document, pages.length, most))
    return { pages, isWhole: pages.length === count }
  })

/** A page that is missing or broken has no text; the others are worth reading. */
function textOfPage(pdfium: WrappedPdfiumModule, document: number, index: number, most: number): string {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) return ''
  const text = pdfium.FPDFText_LoadPage(page)
  try {
    return text === 0 ? '' : readText(pdfium, text, Math.min(pdfium.FPDFText_CountChars(text), most))
  } finally {
    if (text !== 0) pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
}

/** Two bytes each, and two for the end. */
const bytesPerCharacter = 2

function readText(pdfium: WrappedPdfiumModule, text: number, characters: number): string {
  if (characters <= 0) return ''
  const { malloc, free } = pdfium.pdfium.wasmExports
  // A character beyond the first plane may take two places.
  const places = 2 * characters + 1
  const at = malloc(places * bytesPerCharacter)
  if (at === 0) throw new Error('no memory for the text')
  try {
    const written = pdfium.FPDFText_GetText(text, 0, characters, at)
    const bytes = memoryOf(pdfium).subarray(at, at + Math.max(0, Math.min(written, places) - 1) * bytesPerCharacter)
    return clean(Buffer.from(bytes).toString('utf16le'))
  } finally {
    free(at)
  }
}

/** Removes characters that are no text: those of control, and halves of a pair. A hyphen at the end of a line is one of them in PDFium. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u0002', '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
