import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', zip: 'application/zip', xlsx: WORKBOOK_TYPE }

/** Headers of a file to download. `name`: letters, digits, periods and dashes only. */
export function attachment(name: string, ending: keyof typeof TYPES): Record<string, string> {
  return {
    'content-type': TYPES[ending],
    'content-disposition': `attachment; filename="${name}.${ending}"`,
  }
}

/** Headers of a PDF that the browser shows. `name`: as for `attachment`, with the ending. */
export function inlinePdf(name: string): Record<string, string> {
  return {
    'content-type': 'application/pdf',
    // Browsers show a PDF in a plugin, which `object-src 'none'` would block.
    'content-security-policy': "frame-ancestors 'none'",
    'content-disposition': `inline; filename="${name}"`,
  }
}
