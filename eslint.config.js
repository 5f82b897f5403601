// The rules of the house. The import rules carry their reasons: they are what a newcomer reads.
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const UPWARDS = {
  regex: '^\\.\\./',
  message: 'The same folder as ./x.ts, anything else by its room (#core/…): a file can then move without being read.',
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
  regex: '^pg$',
  message: 'Only server/database opens a database: one place sets the types that keep days and money text.',
}
const PDFKIT = {
  regex: '^(pdfkit|fontkit)$',
  message: 'Only the statement’s PDF knows the PDF library: a statement is text first.',
}
const TESTING = {
  regex: '^#server/testing/',
  message: 'testing/ is for tests: the product must not lean on it.',
}
const CORE_ONLY = {
  regex: '^(?!#core/|\\./|zod$)',
  message: 'Core imports core and zod: it has no I/O, so that every rule of the business can be tried in a test.',
}

const NO_CLOCK = [
  {
    name: 'Date',
    message: 'Core has no clock: today is an argument, and a day is text (a Date has a time zone).',
  },
]
const PROCESS = {
  name: 'process',
  message: 'Only main.ts and config.ts touch the process: what a function needs is its argument.',
}
const FETCH = {
  name: 'fetch',
  message: 'Only web/api/client.ts calls the server: one place knows errors, sessions and headers.',
}

/** A feature imports what its room shares and itself, never another feature. */
function features(room, names, allowed) {
  return names.map((name) => ({
    files: [`src/${room}/${name}/**`],
    rules: imports(
      UPWARDS,
      room === 'web' ? SERVER : WEB,
      ...(room === 'server' ? [PG, TESTING, ...(name === 'settlements' ? [] : [PDFKIT])] : []),
      {
        regex: `^#${room}/(?!(${[name, ...allowed].join('|')}))`,
        message: 'A feature never imports another one: what two need moves to a folder that both share.',
      },
    ),
  }))
}

function imports(...patterns) {
  return { 'no-restricted-imports': ['error', { patterns }] }
}

function globalsBanned(...banned) {
  return { 'no-restricted-globals': ['error', ...banned] }
}

const NO_DEFAULT = {
  selector: 'ExportDefaultDeclaration',
  message: 'A named export has one name everywhere.',
}
const NO_BARREL = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels: an import says where a thing really is.',
}
const NO_RANDOM = {
  selector: "MemberExpression[object.name='Math'][property.name='random']",
  message: 'Core is pure: chance is an argument.',
}

export default tseslint.config(
  { ignores: ['dist', 'data', 'node_modules', 'src/web/public'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      'max-lines': ['error', 400],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', NO_DEFAULT, NO_BARREL] },
  },
  {
    files: ['src/core/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      ...imports(UPWARDS, CORE_ONLY),
      ...globalsBanned(...NO_CLOCK, PROCESS, FETCH),
      'no-restricted-syntax': ['error', NO_DEFAULT, NO_BARREL, NO_RANDOM],
    },
  },
  { files: ['src/core/**/*.test.ts'], rules: imports(UPWARDS, WEB, SERVER) },
  {
    files: ['src/server/**'],
    rules: { ...imports(UPWARDS, WEB, PG, PDFKIT, TESTING), ...globalsBanned(PROCESS) },
  },
  ...features('server', ['accounts', 'entities', 'settlements', 'dashboard', 'company'], [
    'accounts/gate',
    'database/',
    'lists/',
    '[\\w-]+\\.ts$',
  ]),
  { files: ['src/server/database/**'], rules: imports(UPWARDS, WEB, PDFKIT, TESTING) },
  {
    files: [
      'src/server/main.ts',
      'src/server/config.ts',
      'src/server/database/embedded/processes.ts',
      'src/server/database/embedded/child.ts',
    ],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['src/web/**'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
    rules: { ...imports(UPWARDS, SERVER), ...globalsBanned(FETCH) },
  },
  ...features('web', ['accounts', 'dashboard', 'loads', 'settings', 'settlements', 'records'], [
    'ui/',
    'api/',
    'records/',
  ]),
  { files: ['src/web/api/client.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['src/server/**/*.test.ts', 'src/server/testing/**'],
    rules: { ...imports(UPWARDS, WEB), 'no-restricted-globals': 'off' },
  },
  { files: ['scripts/fail-on-console-error.ts'], rules: { 'no-console': 'off' } },
  {
    // Declaration merging is the one thing that only an interface can do.
    files: ['src/server/accounts/gate.ts', 'scripts/test-database.ts', 'src/server/testing/test-database.ts'],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
  },
)
