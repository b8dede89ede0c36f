/** Whether a file of BACKUP_DIR is a complete scheduled backup. */
export const isScheduledBackup = (name: string): boolean => /^quartet-\d{8}T\d{6}Z\.tar\.gz$/.test(name)

/** Whether it is one that lacks files, or that is being made. */
export const isIncompleteBackup = (name: string): boolean => /^quartet-\d{8}T\d{6}Z\.incomplete\.tar\.gz$/.test(name)
