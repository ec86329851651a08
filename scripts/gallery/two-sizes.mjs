/** A scene in a small and in a large window. */
export const inTwoSizes = ({name, about, ...scene}) => [
	{name, about, ...scene},
	{
		name: `${name}-large`,
		about: `${about.replace(/\.$/, '')}, in a large window.`,
		cols: 120,
		rows: 40,
		...scene,
	},
];
