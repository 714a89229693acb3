/** The version of the service and of each package. */
export const version = '1.0.0';
