const TYPES = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' }

/** The headers of a file that is saved, not shown. `name` is ours: letters, digits, points and dashes. */
export function attachment(name: string, ending: keyof typeof TYPES): Record<string, string> {
  return {
    'content-type': TYPES[ending],
    'content-disposition': `attachment; filename="${name}.${ending}"`,
  }
}
