/** The version of the service; that of each package. */
export const version = '1.0.0';
