/** Deeper values cannot be relied upon: what writes JSON recurses, and fails somewhere else. */
export const deepestJson = 200;

/** Whether a value is nested more deeply than can be borne. It recurses no deeper than that itself. */
export const isTooDeep = (value: unknown, room: number = deepestJson): boolean => {
	if (typeof value !== 'object' || value === null) return false;
	if (room === 0) return true;
	return Object.values(value).some(member => isTooDeep(member, room - 1));
};
