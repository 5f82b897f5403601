/** Runs in each file of component tests: its hooks belong to the file, while the files of a worker share the modules. */
import { afterEach, beforeEach } from 'vitest'
import { endPage, startPage } from './page.tsx'

beforeEach(startPage)
afterEach(endPage)
