import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Answer, Tasks } from '../tasks.ts'
import { memoryOf, withPdf } from './open-pdf.ts'
import { pagesOfTree } from './pdf-pages.ts'

/** Counts the pages of a PDF. Rejects for one that cannot be read. */
export const countPages = ({ path }: Tasks['countPages']): Promise<Answer<'countPages'>> =>
  withPdf(path, (pdfium, document) => ({ pages: Math.max(lastPage(pdfium, document), pagesOfTree(unpack(pdfium, document))) }))

/** Returns the number of pages that the document states; the last of them must be there. */
function lastPage(pdfium: WrappedPdfiumModule, document: number): number {
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages < 1) throw new Error('no pages')
  const page = pdfium.FPDF_LoadPage(document, pages - 1)
  if (page === 0) throw new Error('the last page is missing')
  pdfium.FPDF_ClosePage(page)
  return pages
}

/** Returns a copy of the document whose objects are unpacked. */
function unpack(pdfium: WrappedPdfiumModule, document: number): Buffer {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (!pdfium.PDFiumExt_SaveAsCopy(document, writer)) throw new Error('the document cannot be written')
    const bytes = pdfium.PDFiumExt_GetFileWriterSize(writer)
    const at = malloc(bytes)
    if (at === 0) throw new Error('no memory for the document')
    try {
      pdfium.PDFiumExt_GetFileWriterData(writer, at, bytes)
      return Buffer.from(memoryOf(pdfium).subarray(at, at + bytes))
    } finally {
      free(at)
    }
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}
