/** The guide's files, bundled with the screen that shows them. */
import { GUIDE_PAGES, type GuidePage } from '#core/guide/guide-pages.ts'
import { parseMarkdown, readText, type Block } from '#core/guide/markdown.ts'

const TEXTS = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const PICTURES = import.meta.glob<string>('../../../docs/guide/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

export function readGuidePage(name: string): Block[] {
  return parseMarkdown(TEXTS[`../../../docs/guide/${name}.md`] ?? '')
}

/** The address of a picture such as "pictures/run.png". */
export function findPicture(file: string): string | undefined {
  return PICTURES[`../../../docs/guide/${file}`]
}

/** The pages that contain every typed word. */
export function searchGuide(typed: string): GuidePage[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return GUIDE_PAGES.filter((page) => {
    const text = [page.words, ...readGuidePage(page.name).map(readText)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
