import { expect, test } from 'vitest'
import { parseMarkdown, readText } from './markdown.ts'

test('B67 Headings, paragraphs, lists and pictures of the guide are parsed', () => {
  const text = `# Title

A line that **continues**
on the next one, with \`Ctrl+K\` and [a page](friday.md).

- one
- two
  and more

1. first
2. second

![The run](pictures/run.png)
`
  expect(parseMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: 'A line that ' },
        { kind: 'strong', text: 'continues' },
        { kind: 'text', text: ' on the next one, with ' },
        { kind: 'code', text: 'Ctrl+K' },
        { kind: 'text', text: ' and ' },
        { kind: 'link', text: 'a page', to: 'friday.md' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      ordered: false,
      items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two and more' }]],
    },
    {
      kind: 'list',
      ordered: true,
      items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second' }]],
    },
    { kind: 'picture', alt: 'The run', file: 'pictures/run.png' },
  ])
})

test('B67 The text of the guide is searched without its Markdown marks', () => {
  expect(parseMarkdown('- a **b**\n- `c` [d](e.md)').map(readText)).toEqual(['a b c d'])
})
