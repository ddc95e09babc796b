/** A worker that never works. */
export default class {}
