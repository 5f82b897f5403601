/** A paper other than a statement, as rows of text: an invoice, a statement of account. The folder `pdf` draws it. */
import type { Row } from './pdf/row.ts'
import type { Logo, TextBlock } from './statement.ts'

export type PrintedDocument = {
  title: string
  /** Printed across each page: "DRAFT", "VOID". */
  mark: string | null
  /** The document's title, and the heading of every page after the first. */
  name: string
  /** The footer of each page, as one line. It is shortened to end before the page number. */
  footer: string
  logo: Logo | null
  carrier: TextBlock
  facts: { label: string; value: string }[]
  rows: Row[]
  /** The creation date in the file: the same document has the same bytes. */
  day: string
}

export type { Cell, Row, TextPart } from './pdf/row.ts'
export type { Logo } from './statement.ts'
