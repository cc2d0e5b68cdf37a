//! Carts from outside: every form into every other and back, folders, and
//! thousands of damaged files.

mod damage;
mod folders;
mod forms;
mod sample;
