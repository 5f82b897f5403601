import { expect, test } from 'vitest'
import { keepSections } from './sections.ts'

test('A new report keeps the sections that people added to the old one', () => {
  const old =
    '# Report\n\nOld\n\n## Every case\n\n### sorts\n\n- 1\n\n## Screens\n\n### one\n\nText\n\n## Notes\n'
  const written = '# Report\n\nNew\n\n## Every case\n\n- 2\n'
  expect(keepSections(old, written)).toBe(
    '# Report\n\nNew\n\n## Every case\n\n- 2\n\n## Screens\n\n### one\n\nText\n\n## Notes\n',
  )
  expect(keepSections('', written)).toBe(written)
})
