// Every sentence of the preflight, in English: one line that names the cause and the remedy.

const megabytes = (bytes) => `${Math.round(bytes / 1_000_000).toLocaleString('en')} MB`

export const messages = {
  node: (version, oldest) => `Node ${oldest} or later is needed, and this is Node ${version}: install a newer one from https://nodejs.org.`,
  folderName: (folder, characters) =>
    `The folder ${folder} has ${characters.map((character) => `"${character}"`).join(' and ')} in its path, which the build cannot handle: rename or move it.`,
  portTaken: (port) => `Port ${port} is taken: stop what uses it, or set PORT to another.`,
  portRights: (port) => `Port ${port} needs more rights than this account has: set PORT to 1024 or above.`,
  portOther: (address, reason) => `Cannot listen on ${address} (${reason}): check HOST and PORT.`,
  controlCharacter: (name, shown) => `${name} must not contain line breaks or other control characters${shown}.`,
  loneQuote: (name, shown) => `${name} must not begin or end with a quote that has no counterpart${shown}.`,
  tilde: (name, shown, meant) => `${name} must not begin with "~", which only a shell replaces${shown}: write ${meant}.`,
  namedAsWritten: (name, shown, meant, folder) =>
    `${name} has spaces or quotes around it${shown}, and there is a folder with exactly this name: rename the folder to ${folder} and set ${name} to ${meant}.`,
  wholeAddress: (shown, meant) =>
    `must be a scheme, a host and maybe a port${shown}: ${meant} is probably meant. The app cannot be served below a path`,
  proxy: (name) => `${name} must be the address of an HTTP proxy, such as http://proxy.example:3128; SOCKS is not supported.`,
  unreadableFile: (path, reason) => `The file ${path} cannot be read (${reason}): check who owns it.`,
  ownedByAnother: (folder, owner, command) =>
    `The data folder ${folder} belongs to ${owner}, who could not open what root writes there: run ${command}.`,
  checkout: (folder, code, owner) =>
    `Packages and the build are made in ${folder}, which cannot be written to (${code}): run "npm run build" ${owner === undefined ? 'where it can' : `as ${owner}`}, then start again.`,
  foreign: (path, owner, user) =>
    `${path} in the data folder cannot be written to: it belongs to ${owner}, and this process runs as ${user}. Give it back with: sudo chown -R ${user} ${path}`,
  notWritable: (folder, reason) => `The data folder ${folder} cannot be written to${reason}: check that it is a folder, and who owns it.`,
  diskFull: (folder, free, needed) =>
    `The disk is full: ${folder} has ${megabytes(free)} free${needed === undefined ? '' : `, and ${megabytes(needed)} are needed`}. Free some space, then start again.`,
  memory: (available, needed) =>
    `The build needs ${megabytes(needed)} of memory, and ${megabytes(available)} are available: add memory or swap, or build on another machine and copy the folder.`,
  ended: (step, signal) =>
    signal === 'SIGKILL' || signal === 'SIGABRT'
      ? `${step} was ended by ${signal}, most likely because memory ran out.`
      : `${step} was ended by ${signal}.`,
  failed: (step, status) => `${step} failed with exit code ${status}: the reason is above.`,
  notInstalled: (command) =>
    `Quartet is not installed in this folder yet, which ${command} needs: run "npm start" or "npm run build", then try again.`,
  npmMissing: () => 'npm is needed to install the packages and was not found: it comes with Node from https://nodejs.org.',
  registryUnknown: (host, code) =>
    `The registry ${host} was not found (${code}): check the network and its DNS, or set what this network needs with "npm config set registry" or "npm config set proxy".`,
  registryUnreachable: (host, code) =>
    `The registry ${host} cannot be reached (${code}): check the network, firewalls, and npm's settings "registry" and "proxy", then start again.`,
  registrySlow: (host, code) =>
    `The registry ${host} did not answer in time (${code}): start again, which continues with the packages that are there; "npm config set fetch-timeout 900000" waits longer.`,
  registryRefuses: (host, code, path) =>
    `The registry ${host} refuses ${path} (${code}): sign in with "npm login", have the mirror let it through, or return to the usual registry with "npm config delete registry".`,
  registryLacks: (host, path) =>
    `The registry ${host} does not have ${path} (404): a mirror may be behind; return to the usual registry with "npm config delete registry".`,
  registryCertificate: (host, code) =>
    `The certificate of ${host} is not trusted (${code}): name the authority of the mirror, or of the proxy that opens TLS, in NODE_EXTRA_CA_CERTS.`,
  registryClock: (host, code, date) =>
    `The certificate of ${host} is not valid at this time (${code}): the clock of this machine says ${date}. Set it, then start again.`,
  registryChanged: (host) =>
    `A package of ${host} is not the one of the lockfile (EINTEGRITY): run "npm cache clean --force" and start again; a mirror must not repack.`,
  npmFolder: (code, path) =>
    `npm cannot write to ${path} (${code}): give this account a home folder, or set npm_config_cache to a folder that it may write to.`,
  npmCache: (folder) =>
    `npm cannot write to its cache ${folder}: the packages are cached in the folder of the app until they are installed.`,
  runtimeMissing: (reason) =>
    `The installed Node 24 does not start (${reason}). Its package downloads it while it is installed: check the network and the registry, then start again.`,
  nativeMissing: (reason) => `The installed packages do not work with this system (${reason}): delete node_modules, then start again.`,
  installUnderServer: (pids) =>
    `Packages have to be installed, but a server runs from this folder (process ${pids.join(', ')}) and needs the present ones: stop it first.`,
  waiting: (what, pid) => `Another start is ${what} (process ${pid}), waiting …`,
}
