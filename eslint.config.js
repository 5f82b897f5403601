// Lint rules. Each message gives the reason.
// scripts/lint-rules.test.ts proves for each rule that it reports a violation.
import { readdirSync } from 'node:fs'
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const UPWARDS = {
  regex: '^\\.\\.?/(.*/)?\\.\\./|^\\.\\./|^\\.\\.?$',
  message:
    'Import files of the same folder as ./x.ts and all others from their layer (#core/…), so that a file can move without edits.',
}
const WEB = {
  regex: '^#web/',
  message: 'The server does not import the web. Rules that both need belong in core.',
}
const SERVER = {
  regex: '^#server/',
  message: 'The web imports nothing of the server, not even types. What both need belongs in core.',
}
const PG = {
  regex: '^(pg|pg-.*|postgres)$',
  message:
    'Only server/database opens a connection: one place sets the types that keep days and money as text.',
}
const PDFKIT = {
  regex: '^(pdfkit|fontkit)(/|$)',
  message: 'Only server/statements/pdf imports the PDF library. Elsewhere a statement is text.',
}
const TESTING = {
  regex: '/testing/',
  message: 'testing/ is for tests. Product code must not import it.',
}
const PROCESS_MODULE = {
  regex: '^(node:)?process$',
  message: 'Only main.ts, run.ts and config.ts read the process. Pass a value as an argument.',
}
const ONLY_CORE_AND_ZOD =
  'Core imports only core and zod, and the parser of addresses. It has no I/O, so that a test can run every rule of the business.'

const CLOCK =
  'Core has no clock: pass today as an argument. A day is text, because a Date has a time zone.'
const CALLS = 'Only web/api/client.ts calls the server: it handles errors, sessions and headers.'
const GLOBALS = {
  core: { Date: CLOCK, Temporal: CLOCK, performance: CLOCK },
  server: { process: PROCESS_MODULE.message },
  web: { fetch: CALLS, XMLHttpRequest: CALLS, EventSource: CALLS, WebSocket: CALLS },
}

const DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'Use a named export: it has the same name everywhere.',
}
const BARREL = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels: an import names the file that declares the value.',
}
const CLASS = {
  // Vitest takes the order of the test files only as a class.
  selector:
    ':matches(ClassDeclaration, ClassExpression):not([superClass.name=/Error$|^BaseSequencer$/])',
  message: 'No classes except errors. Use plain data and functions.',
}
const NEEDLESS_SPREAD = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the properties without the spread.',
}
/** React's own compiler reads the screens only with LONG=1: it takes five times as long as all other rules. */
const HOOKS = process.env.LONG
  ? reactHooks.configs.flat.recommended
  : {
      plugins: { 'react-hooks': reactHooks },
      rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
    }
/** Without typed lint, `await` on a locator passes: it waits for nothing, and the test goes on before the save. */
const LOCATOR = {
  selector:
    'AwaitExpression > CallExpression:matches([callee.name=/^(findToast|button)$/], [callee.property.name=/^(getBy[A-Z]\\w*|locator|first|last|nth|filter)$/])',
  message: 'A locator waits for nothing: end with .waitFor().',
}
/** On a busy machine a second is too short. `expect.poll` has the limit of `vitest.config.ts`. */
const IMPATIENT = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/]",
  message: 'It waits one second at most: use expect.poll.',
}
const RANDOM = {
  selector: "MemberExpression[object.name='Math'][property.name='random']",
  message: 'Core is pure: pass random numbers as an argument.',
}

/**
 * The borders within a layer. A folder that FOUNDATION names imports only what its list names. Any other folder is a
 * feature. It imports the foundation, its own files, the features before it in ORDER, and the files in FOR_ALL.
 */
const SERVER_FILES = '(?!(?:app|main|run|background-jobs|retention)\\.ts)[\\w-]+\\.ts$'
const AUTH = 'accounts/auth\\.ts$'
const FOUNDATION = {
  server: {
    database: [SERVER_FILES],
    streaming: ['database/', 'lists/', SERVER_FILES],
    lists: ['database/', 'streaming/', AUTH, SERVER_FILES],
  },
  web: {
    ui: [],
    api: ['ui/'],
    transfer: ['ui/', 'api/'],
    records: ['ui/', 'api/', 'transfer/'],
  },
}
const ORDER = {
  server: [
    ...['zip-codes', 'error-page', 'required-papers', 'charges', 'accounts', 'audit', 'questions'],
    ...['storage', 'documents', 'confirmations', 'mail', 'payments', 'settlements', 'statements'],
    ...[
      'settings',
      'invoices',
      'receivables',
      'receipts',
      'search',
      'entities',
      'merging',
      'fleet',
      'cards',
      'profit',
      'sample',
      'comments',
    ],
    ...['packets', 'portal', 'factoring', 'books', 'dashboard', 'broker-checks', 'transfer'],
    ...['api-docs', 'start', 'testing'],
  ],
  web: [
    ...['sample', 'required-papers', 'packets', 'balances', 'mail', 'questions', 'comments'],
    ...[
      'merging',
      'accounts',
      'documents',
      'broker-checks',
      'charges',
      'deductions',
      'receipts',
      'payments',
    ],
    ...[
      'dashboard',
      'team',
      'settlements',
      'shell',
      'portal',
      'receivables',
      'factoring',
      'invoices',
    ],
    ...[
      'settings',
      'fleet',
      'cards',
      'profit',
      'loads',
      'trucks',
      'trailers',
      'brokers',
      'dispatchers',
      'confirmations',
      'payees',
      'books',
    ],
    ...['audit', 'guide', 'palette', 'trash', 'public', 'testing'],
  ],
}
/** Files that earlier features import too: these features need each other. */
const FOR_ALL = {
  server: [
    AUTH,
    'documents/(facts|links/revoke-links)\\.ts$',
    'entities/(lock-load|require-broker|undo/(keep|keep-charges|trash))\\.ts$',
    'factoring/(broker-money|factored-loads)\\.ts$',
    'invoices/due-invoices\\.ts$',
    'cards/truck-purchases\\.ts$',
    'mail/mail-(invitation|reset-link)\\.ts$',
    'receipts/(confirm|end-differences|make-room)\\.ts$',
    'receivables/(cover|ledger)\\.ts$',
    'settings/(company|logo-store)\\.ts$',
    'settlements/(adjustments/ask-settled|approval/payable-statements)\\.ts$',
    'settlements/(balances/hand-out-limit|year/read-year)\\.ts$',
    'statements/format\\.ts$',
    SERVER_FILES,
  ],
  web: [
    'confirmations/(confirmed-total|new-from-confirmation|stored/read-added)\\.tsx?$',
    'settlements/use-open-work\\.ts$',
  ],
}
const BORDER =
  'A feature imports the foundation, its own files, and the features before it in ORDER (eslint.config.js).'

/** `imports`: banned patterns. `banned`: globals by name with the reason. `syntax`: banned selectors. */
function folder(files, { imports, banned = {}, syntax = [] }) {
  const names = Object.keys(banned)
  const viaGlobal = `MemberExpression[object.name=/^(globalThis|window|self)$/][property.name=/^(${names.join('|')})$/]`
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: imports }],
      // 'off' if nothing is banned: an empty list would leave the list of an earlier config in force.
      'no-restricted-globals': names.length
        ? ['error', ...names.map((name) => ({ name, message: banned[name] }))]
        : 'off',
      'no-restricted-syntax': [
        'error',
        ...[DEFAULT_EXPORT, BARREL, CLASS, NEEDLESS_SPREAD, IMPATIENT, ...syntax],
        ...(names.length ? [{ selector: viaGlobal, message: banned[names[0]] }] : []),
      ],
    },
  }
}

function listFolders(layer) {
  const entries = readdirSync(`src/${layer}`, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** The import pattern that `name`, a folder of `layer`, must not match. */
function borderOf(layer, name) {
  const allowed = FOUNDATION[layer][name] ?? allowedForFeature(layer, name)
  const regex = `^#${layer}/(?!(${[`${name}/`, ...allowed].join('|')}))`
  return { regex, message: BORDER }
}

function allowedForFeature(layer, name) {
  const place = ORDER[layer].indexOf(name)
  if (place < 0) throw new Error(`ORDER in eslint.config.js lacks the folder src/${layer}/${name}`)
  const before = [...Object.keys(FOUNDATION[layer]), ...ORDER[layer].slice(0, place)]
  return [...before.map((folder) => `${folder}/`), ...FOR_ALL[layer]]
}

function bordersOf(layer, shared) {
  return listFolders(layer).map((name) => {
    const imports = [...shared.imports, borderOf(layer, name)]
    return folder([`src/${layer}/${name}/**`], { ...shared, imports })
  })
}

const ON_SERVER = {
  imports: [UPWARDS, WEB, PG, PDFKIT, TESTING, PROCESS_MODULE],
  banned: GLOBALS.server,
}
const ON_WEB = { imports: [UPWARDS, SERVER], banned: GLOBALS.web }

export default defineConfig(
  { ignores: ['dist/', 'data/', 'src/web/public/'] },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // The compiler reports them (noUnusedLocals, noUnusedParameters). Here it takes half of the time of all rules.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // `import { type A }` still loads the module.
      '@typescript-eslint/no-import-type-side-effects': 'error',
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
    imports: [
      UPWARDS,
      { regex: '^(?!#core/|\\.|zod$|nodemailer/lib/addressparser$)', message: ONLY_CORE_AND_ZOD },
    ],
    banned: GLOBALS.core,
    syntax: [RANDOM],
  }),
  folder(['src/core/**/*.test.ts'], {
    imports: [
      UPWARDS,
      { regex: '^(?!#core/|\\.|zod$|vitest$|fast-check$)', message: ONLY_CORE_AND_ZOD },
    ],
  }),

  folder(['src/server/**'], ON_SERVER),
  bordersOf('server', ON_SERVER),
  folder(['src/server/database/**'], {
    ...ON_SERVER,
    imports: [
      ...ON_SERVER.imports.filter((pattern) => pattern !== PG),
      borderOf('server', 'database'),
    ],
  }),
  folder(['src/server/statements/pdf/**'], {
    ...ON_SERVER,
    imports: [
      ...ON_SERVER.imports.filter((pattern) => pattern !== PDFKIT),
      borderOf('server', 'statements'),
    ],
  }),
  folder(
    [
      'src/server/{main,run,stop-request,config}.ts',
      'src/server/database/embedded/{processes,child}.ts',
    ],
    { ...ON_SERVER, banned: {} },
  ),
  folder(['src/server/**/*.test.ts', 'src/server/testing/**'], { imports: [UPWARDS, WEB] }),

  {
    files: ['src/web/**'],
    extends: [HOOKS],
    languageOptions: { globals: globals.browser },
  },
  folder(['src/web/**'], ON_WEB),
  bordersOf('web', ON_WEB),
  folder(['src/web/**/*.test.{ts,tsx}', 'src/web/testing/**'], { imports: [UPWARDS] }),
  folder(['src/web/api/client.ts'], { imports: [...ON_WEB.imports, borderOf('web', 'api')] }),

  folder(['scripts/**', 'faults/**'], { imports: [UPWARDS, WEB] }),
  folder(['e2e/**'], { imports: [UPWARDS, WEB], syntax: [LOCATOR] }),
  // Vitest requires a default export of its setup file.
  { files: ['scripts/tests/{database,report-parts}.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['scripts/tests/fail-on-console-error.ts'], rules: { 'no-console': 'off' } },
  {
    // Declaration merging works only with an interface.
    files: [
      'src/server/accounts/account-queue.ts',
      'src/server/accounts/auth.ts',
      'src/server/accounts/password-queue.ts',
      'src/server/audit/record-files.ts',
      'src/server/mail/mail-server.ts',
      'src/server/storage/changes.ts',
      'src/server/testing/provided.ts',
      'scripts/tests/database.ts',
      'scripts/bench/*.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
  },
)
