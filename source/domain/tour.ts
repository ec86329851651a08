/** The model of the guided tour, which works on sample files of its own. */
export const tourId = 'demo/tour';
