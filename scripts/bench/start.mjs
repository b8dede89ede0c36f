// `npm run bench`: installs and builds if needed, then measures. See bench.ts for the options.
import { build, install, node, run } from '../prepare.mjs'

install()
build()
run(node, ['scripts/bench/bench.ts', ...process.argv.slice(2)])
