/** With these a terminal is told that what is between them is one picture. */
const beginning = '\u001B[?2026h';
const end = '\u001B[?2026l';

/**
 * Ink writes a frame in up to six pieces. In one it costs one call of the system, and a terminal that does not know
 * the marks has no half of it to show. Gives what is to be written now, undefined while a frame is not complete.
 */
export const createJoinedFrame = (): ((piece: string, isUrgent: boolean) => string | undefined) => {
	let held: string | undefined;
	return (piece, isUrgent) => {
		const joined = (held ?? '') + piece;
		const isOpen = (held !== undefined || piece === beginning) && piece !== end && !isUrgent;
		held = isOpen ? joined : undefined;
		return isOpen ? undefined : joined;
	};
};
