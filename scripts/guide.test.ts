/** The files of the user guide agree with the list of its pages. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { GUIDE_PAGES } from '#core/guide/guide-pages.ts'
import { parseMarkdown, type Block, type Inline } from '#core/guide/markdown.ts'

const FOLDER = path.join(import.meta.dirname, '../docs/guide')
const pages = GUIDE_PAGES.map((page) => ({ ...page, blocks: readPage(page.name) }))

function readPage(name: string): Block[] {
  return parseMarkdown(readFileSync(path.join(FOLDER, `${name}.md`), 'utf8'))
}

function listInlines(block: Block): Inline[] {
  if (block.kind === 'paragraph') return block.content
  return block.kind === 'list' ? block.items.flat() : []
}

test('B67 Every page of the guide is listed with its heading', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
  expect(files.toSorted()).toEqual(GUIDE_PAGES.map(({ name }) => `${name}.md`).toSorted())
  for (const { title, blocks } of pages)
    expect(blocks[0]).toEqual({ kind: 'heading', level: 1, text: title })
})

test('B67 Links and pictures of the guide lead to files of the guide', () => {
  const names = [...readdirSync(FOLDER), ...listPictures()]
  const linked = pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => [
      ...(block.kind === 'picture' ? [block.file] : []),
      ...listInlines(block).flatMap((part) => (part.kind === 'link' ? [part.to] : [])),
    ]),
  )
  expect(linked.filter((file) => !names.includes(file))).toEqual([])
})

test('B67 Every picture of the guide is used and describes itself', () => {
  const pictures = pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'picture'))
  expect(pictures.map(({ file }) => file).toSorted()).toEqual(listPictures().toSorted())
  expect(pictures.every(({ alt }) => alt.length > 10)).toBe(true)
})

test('B67 The guide uses only the Markdown that the Help screen shows', () => {
  const shown = pages.flatMap(({ blocks }) => blocks.flatMap(listInlines))
  const texts = shown.filter(({ kind }) => kind === 'text').map(({ text }) => text)
  expect(texts.filter((text) => /[*`|<>]|\]\(/.test(text))).toEqual([])
})

function listPictures(): string[] {
  return readdirSync(path.join(FOLDER, 'pictures')).map((name) => `pictures/${name}`)
}
