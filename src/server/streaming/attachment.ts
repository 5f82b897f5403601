const TYPES = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' }

/** Headers of a file to download. `name`: letters, digits, periods and dashes only. */
export function attachment(name: string, ending: keyof typeof TYPES): Record<string, string> {
  return {
    'content-type': TYPES[ending],
    'content-disposition': `attachment; filename="${name}.${ending}"`,
  }
}
