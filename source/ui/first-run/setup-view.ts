/** Where the first run is. */
export type SetupView = {readonly step: 'provider'};
