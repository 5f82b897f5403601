/** Parses the few parts of Markdown that the user guide uses: headings, paragraphs, lists, pictures, bold, code and links. */

export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; to: string }

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'picture'; alt: string; file: string }

const HEADING = /^(#{1,3}) (.+)$/
const PICTURE = /^!\[([^\]]*)\]\(([^)]+)\)$/
const ITEM = /^(?:-|\d+\.) /
const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g

/** A blank line ends a block. */
export function parseMarkdown(text: string): Block[] {
  const parts = text.replaceAll('\r\n', '\n').split(/\n{2,}/)
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map(parseBlock)
}

/** The text of a block as a reader sees it. */
export function readText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.text
    case 'picture':
      return block.alt
    case 'paragraph':
      return joinText(block.content)
    case 'list':
      return block.items.map(joinText).join(' ')
  }
}

function parseBlock(part: string): Block {
  const heading = HEADING.exec(part)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }
  const picture = PICTURE.exec(joinLines(part))
  if (picture) return { kind: 'picture', alt: picture[1] ?? '', file: picture[2] ?? '' }
  if (ITEM.test(part)) return parseList(part)
  return { kind: 'paragraph', content: parseInline(joinLines(part)) }
}

/** A line that does not begin an item continues the previous item. */
function parseList(part: string): Block {
  const items: string[] = []
  for (const line of part.split('\n')) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return { kind: 'list', ordered: /^\d/.test(part), items: items.map(parseInline) }
}

function parseInline(text: string): Inline[] {
  const found: Inline[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, strong, code, label, to] = match
    if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) })
    if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (code !== undefined) found.push({ kind: 'code', text: code })
    else found.push({ kind: 'link', text: label ?? '', to: to ?? '' })
    at = match.index + whole.length
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) })
  return found
}

function joinLines(part: string): string {
  return part.replaceAll(/\n\s*/g, ' ')
}

function joinText(content: Inline[]): string {
  return content.map(({ text }) => text).join('')
}
