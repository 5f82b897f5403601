/** Splits Markdown into sections. A section is a heading of the second level and the text below it. */

/** Returns `written` and then the sections of `old` that it lacks, because people added them to the report. */
export function keepSections(old: string, written: string): string {
  const own = new Set(splitSections(written).map(headingOf))
  const added = splitSections(old).filter((section) => !own.has(headingOf(section)))
  return `${[written, ...added].map((text) => text.trimEnd()).join('\n\n')}\n`
}

/** Leaves out the text above the first heading. */
function splitSections(text: string): string[] {
  return text.split(/^(?=## )/m).filter((section) => section.startsWith('## '))
}

function headingOf(section: string): string {
  return section.split('\n', 1).join()
}
