/** The sections of a Markdown text: a heading of the second level and what follows it. */

/** `written`, then the sections of `old` with other headings: what people added to a report. */
export function keepSections(old: string, written: string): string {
  const own = new Set(splitSections(written).map(headingOf))
  const added = splitSections(old).filter((section) => !own.has(headingOf(section)))
  return `${[written, ...added].map((text) => text.trimEnd()).join('\n\n')}\n`
}

/** Leaves out what is above the first heading. */
function splitSections(text: string): string[] {
  return text.split(/^(?=## )/m).filter((section) => section.startsWith('## '))
}

function headingOf(section: string): string {
  return section.split('\n', 1).join()
}
