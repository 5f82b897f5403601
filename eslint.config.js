// The rules of the house. Each carries its reason: that is what a newcomer reads.
// scripts/lint-rules.test.ts shows of each rule that it bites.
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const UPWARDS = {
  regex: '^\\.\\.?/(.*/)?\\.\\./|^\\.\\./|^\\.\\.?$',
  message:
    'The same folder as ./x.ts, anything else by its room (#core/…): a file can then move without being read.',
}
const WEB = {
  regex: '^#web/',
  message: 'The server does not know the web: what both need is business and belongs in core.',
}
const SERVER = {
  regex: '^#server/',
  message: 'The web does not know the server, not even its types: what both need belongs in core.',
}
const PG = {
  regex: '^(pg|pg-.*|postgres)$',
  message:
    'Only server/database opens a database: one place sets the types that keep days and money text.',
}
const PDFKIT = {
  regex: '^(pdfkit|fontkit)(/|$)',
  message: 'Only the statement’s PDF knows the PDF library: a statement is text first.',
}
const TESTING = {
  regex: '/testing/',
  message: 'testing/ is for tests: the product must not lean on it.',
}
const PROCESS_MODULE = {
  regex: '^(node:)?process$',
  message: 'Only main.ts and config.ts touch the process: what a function needs is its argument.',
}
const ONLY_CORE_AND_ZOD =
  'Core imports core and zod: it has no I/O, so that every rule of the business can be tried in a test.'
const NO_OTHER_FEATURE =
  'A feature never imports another one: what two need moves to a folder that both share.'

const CLOCK = 'Core has no clock: today is an argument, and a day is text (a Date has a time zone).'
const CALLS =
  'Only web/api/client.ts calls the server: one place knows errors, sessions and headers.'
const GLOBALS = {
  core: { Date: CLOCK, Temporal: CLOCK, performance: CLOCK },
  server: { process: PROCESS_MODULE.message },
  web: { fetch: CALLS, XMLHttpRequest: CALLS, EventSource: CALLS, WebSocket: CALLS },
}

const DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'A named export has one name everywhere.',
}
const BARREL = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels: an import says where a thing really is.',
}
const CLASS = {
  selector: ':matches(ClassDeclaration, ClassExpression):not([superClass.name=/Error$/])',
  message: 'No classes but errors: plain data, read by plain functions.',
}
const CHANCE = {
  selector: "MemberExpression[object.name='Math'][property.name='random']",
  message: 'Core is pure: chance is an argument.',
}

/** What the files of a folder may import, which globals they may not use, and which syntax. */
function folder(files, { imports, banned = {}, syntax = [] }) {
  const names = Object.keys(banned)
  const aside = `MemberExpression[object.name=/^(globalThis|window|self)$/][property.name=/^(${names.join('|')})$/]`
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: imports }],
      // Switched off where nothing is banned: an empty list would leave the former one in force.
      'no-restricted-globals': names.length
        ? ['error', ...names.map((name) => ({ name, message: banned[name] }))]
        : 'off',
      'no-restricted-syntax': [
        'error',
        ...[DEFAULT_EXPORT, BARREL, CLASS, ...syntax],
        ...(names.length ? [{ selector: aside, message: banned[names[0]] }] : []),
      ],
    },
  }
}

/** `allowed`: what of its own room a feature may import beside itself. */
function featuresOf(room, names, allowed, shared) {
  return names.map((name) => {
    const regex = `^#${room}/(?!(${[`${name}/`, ...allowed].join('|')}))`
    const imports = [...shared.imports, { regex, message: NO_OTHER_FEATURE }]
    return folder([`src/${room}/${name}/**`], { ...shared, imports })
  })
}

const OF_SERVER = {
  imports: [UPWARDS, WEB, PG, PDFKIT, TESTING, PROCESS_MODULE],
  banned: GLOBALS.server,
}
const OF_STATEMENT = { ...OF_SERVER, imports: OF_SERVER.imports.filter((one) => one !== PDFKIT) }
const OF_DATABASE = { ...OF_SERVER, imports: OF_SERVER.imports.filter((one) => one !== PG) }
const OF_WEB = { imports: [UPWARDS, SERVER], banned: GLOBALS.web }

// The folders that features share: the gate tells who is asking, lists reads and answers a list's query.
const TOP = '(?!app\\.ts|main\\.ts)[\\w-]+\\.ts$'
const SHARED_BY_SERVER = ['accounts/gate\\.ts$', 'database/', 'lists/', TOP]

export default defineConfig(
  { ignores: ['dist/', 'data/', 'src/web/public/'] },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      'max-lines': ['error', 400],
      complexity: ['error', 20],
      'max-depth': ['error', 3],
      eqeqeq: 'error',
      'no-else-return': 'error',
      'no-warning-comments': 'error',
      'no-console': 'error',
      'no-restricted-imports': ['error', { patterns: [UPWARDS] }],
    },
  },

  folder(['src/core/**'], {
    imports: [UPWARDS, { regex: '^(?!#core/|\\.|zod$)', message: ONLY_CORE_AND_ZOD }],
    banned: GLOBALS.core,
    syntax: [CHANCE],
  }),
  folder(['src/core/**/*.test.ts'], {
    imports: [
      UPWARDS,
      { regex: '^(?!#core/|\\.|zod$|vitest$|fast-check$)', message: ONLY_CORE_AND_ZOD },
    ],
  }),

  folder(['src/server/**'], OF_SERVER),
  featuresOf(
    'server',
    [
      'accounts',
      'audit',
      'entities',
      'settlements',
      'dashboard',
      'company',
      'search',
      'transfer',
      'zip-codes',
    ],
    SHARED_BY_SERVER,
    OF_SERVER,
  ),
  featuresOf('server', ['lists'], ['accounts/gate\\.ts$', 'database/', TOP], OF_SERVER),
  featuresOf('server', ['database'], [TOP], OF_DATABASE),
  folder(['src/server/settlements/statement-*.ts'], OF_STATEMENT),
  folder(
    [
      'src/server/main.ts',
      'src/server/config.ts',
      'src/server/database/embedded/{processes,child}.ts',
    ],
    { ...OF_SERVER, banned: {} },
  ),
  folder(['src/server/**/*.test.ts', 'src/server/testing/**'], { imports: [UPWARDS, WEB] }),

  {
    files: ['src/web/**'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
  },
  folder(['src/web/**'], OF_WEB),
  featuresOf('web', ['ui'], [], OF_WEB),
  featuresOf('web', ['api'], ['ui/'], OF_WEB),
  featuresOf('web', ['shell', 'transfer'], ['ui/', 'api/'], OF_WEB),
  featuresOf('web', ['records'], ['ui/', 'api/', 'transfer/'], OF_WEB),
  featuresOf(
    'web',
    ['accounts', 'audit', 'dashboard', 'history', 'loads', 'deductions', 'palette'],
    ['ui/', 'api/', 'records/', 'transfer/'],
    OF_WEB,
  ),
  featuresOf(
    'web',
    ['trucks', 'settings', 'settlements'],
    ['ui/', 'api/', 'records/', 'transfer/', 'deductions/'],
    OF_WEB,
  ),
  folder(['src/web/api/client.ts'], { imports: OF_WEB.imports }),

  folder(['scripts/**', 'e2e/**', 'faults/**'], { imports: [UPWARDS, WEB] }),
  // Vitest asks for a default export of its set-up.
  { files: ['scripts/test-database.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['scripts/fail-on-console-error.ts'], rules: { 'no-console': 'off' } },
  {
    // Declaration merging is the one thing that only an interface can do.
    files: [
      'src/server/accounts/gate.ts',
      'scripts/test-database.ts',
      'scripts/bench/browsing.ts',
      'src/server/testing/test-database.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
  },
)
