/**
 * Starts the longest test files first. Otherwise one of them is started last, and the other worker has nothing to do. Vitest
 * knows the durations only after a first run on the same machine; before it starts large files first.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** All files that take more than 20 seconds, the longest first. */
export const LONGEST = [
  'src/server/settlements/money-history.test.ts',
  'src/server/fuzz.test.ts',
  'src/server/settlements/settlement/invariants.test.ts',
  'e2e/looks/demo.test.ts',
  'e2e/looks/extremes.long.test.ts',
  'e2e/mail.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // A worker serves one project after the other: files of one project stay together.
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((ofProject) =>
      sortLongestFirst(ofProject, ({ moduleId }) => moduleId),
    )
  }
}

/** The files of `LONGEST` in its order, then the others as they are. `pathOf`: an absolute path. */
export function sortLongestFirst<File>(files: File[], pathOf: (file: File) => string): File[] {
  const rank = (file: File) => {
    const place = LONGEST.findIndex((name) => pathOf(file).endsWith(`/${name}`))
    return place < 0 ? LONGEST.length : place
  }
  return files.toSorted((one, other) => rank(one) - rank(other))
}
