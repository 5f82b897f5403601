/** PostgreSQL prints definitions with capitals, casts and schema names. The migrations have none of these. */

const QUOTED = /(\$\w+\$[\s\S]*?\$\w+\$|'(?:[^']|'')*'|"(?:[^"]|"")*")/

/** One line, except for function bodies: they stay as they are, as do texts and quoted names. */
export function toReadableSql(definition: string): string {
  return definition
    .split(QUOTED)
    .map((part, index) => (index % 2 ? toOneLine(part) : toPlainWords(part)))
    .join('')
}

function toOneLine(quoted: string): string {
  const isText = quoted.startsWith("'") && /[\n\t]/.test(quoted)
  return isText ? `e${quoted.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}` : quoted
}

/** A text's own cast, `'void'::text`, is redundant. */
function toPlainWords(part: string): string {
  return part
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replace(/^::text(?!\[)/, '')
    .replaceAll('public.', '')
    .replaceAll(' using btree', '')
    .replaceAll('timestamp with time zone', 'timestamptz')
}
