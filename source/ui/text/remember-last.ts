/**
 * Keeps what was made of an object that never changes, as long as the object lives, for the width and styles
 * it was last asked for.
 */
export const rememberLast = <Key extends object, Styles, Made>(
	make: (key: Key, width: number, styles: Styles) => Made,
): ((key: Key, width: number, styles: Styles) => Made) => {
	const known = new WeakMap<Key, {readonly width: number; readonly styles: Styles; readonly made: Made}>();
	return (key, width, styles) => {
		const last = known.get(key);
		if (last !== undefined && last.width === width && last.styles === styles) {
			return last.made;
		}
		const made = make(key, width, styles);
		known.set(key, {width, styles, made});
		return made;
	};
};
