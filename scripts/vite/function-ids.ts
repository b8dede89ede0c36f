/**
 * Makes the id of a server function in its URL: its name, which is shorter than the framework's hash and does not change when its file
 * moves. Throws if two functions have the same name.
 */
export function makeFunctionIds() {
  const files = new Map<string, string>()
  return ({ filename, functionName }: { filename: string; functionName: string }): string => {
    const id = functionName.replace(/_createServerFn_handler$/, '')
    const other = files.get(id)
    if (other !== undefined && other !== filename) throw new Error(`Two server functions are named ${id}: in ${other} and ${filename}.`)
    files.set(id, filename)
    return id
  }
}
