/** The version of the service; that of each package. */
export const version = '0.1.0';
